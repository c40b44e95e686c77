/* Recognises handwritten digits without Python: images from standard input, 8x8 pixels each as float, their digits on a line.
 *
 *     hloom compile model.mlir --emit shared --name digits -o build
 *     cc -Ibuild classify.c -Lbuild -ldigits -Wl,-rpath,build -o classify && ./classify <images.f32
 */
#include <stdio.h>

#include "digits.h"

static int largest(const float *values, int count) {
    int best = 0;
    for (int k = 1; k < count; k++)
        if (values[k] > values[best]) best = k;
    return best;
}

int main(void) {
    float pixels[DIGITS_PIXELS_SIZE], probabilities[DIGITS_RESULT_SIZE];
    digits_arguments arguments = {.pixels = pixels, .result = probabilities};
    digits_context *context;

    int status = digits_new(&context, NULL);
    if (status != HLOOM_OK) {
        fprintf(stderr, "digits: %s\n", digits_error(status));
        return 1;
    }
    while (fread(pixels, sizeof pixels, 1, stdin) == 1) {
        status = digits_run(context, &arguments);
        if (status != HLOOM_OK) {
            fprintf(stderr, "digits: %s\n", digits_error(status));
            break;
        }
        printf("%d ", largest(probabilities, DIGITS_RESULT_DIM1));
    }
    printf("\n");
    digits_free(context);
    return status;
}
