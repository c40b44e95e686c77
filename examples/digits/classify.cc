// The same as classify.c in C++20.
//
//     c++ -std=c++20 -Ibuild classify.cc -Lbuild -ldigits -Wl,-rpath,build -o classify && ./classify <images.f32
#include <algorithm>
#include <array>
#include <cstdio>
#include <iostream>

#include "digits.hpp"

int main() try {
    digits::Program program;
    std::array<float, DIGITS_PIXELS_SIZE> pixels;
    std::array<float, DIGITS_RESULT_SIZE> probabilities;
    while (std::fread(pixels.data(), DIGITS_PIXELS_BYTES, 1, stdin) == 1) {
        program.run(pixels, probabilities);
        std::cout << std::ranges::max_element(probabilities) - probabilities.begin() << ' ';
    }
    std::cout << '\n';
} catch (const digits::Error &error) {
    std::cerr << error.what() << '\n';
    return error.status;
}
