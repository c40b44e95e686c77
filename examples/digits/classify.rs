// The same as classify.c in Rust.
//
//     rustc --edition 2021 classify.rs -L build -l digits -C link-arg=-Wl,-rpath,build && ./classify <images.f32
use std::ffi::c_void;
use std::io::Read;

const PIXELS: usize = 64; // DIGITS_PIXELS_SIZE
const CLASSES: usize = 10; // DIGITS_RESULT_SIZE

#[repr(C)]
struct Arguments {
    pixels: *const f32,
    result: *mut f32,
}

extern "C" {
    fn digits_new(context: *mut *mut c_void, pool: *mut c_void) -> i32;
    fn digits_run(context: *mut c_void, arguments: *const Arguments) -> i32;
    fn digits_free(context: *mut c_void);
}

fn main() {
    let mut context = std::ptr::null_mut();
    assert_eq!(unsafe { digits_new(&mut context, std::ptr::null_mut()) }, 0);
    let (mut bytes, mut probabilities) = ([0u8; 4 * PIXELS], [0f32; CLASSES]);
    while std::io::stdin().read_exact(&mut bytes).is_ok() {
        let pixels: Vec<f32> = bytes.chunks_exact(4).map(|b| f32::from_le_bytes(b.try_into().unwrap())).collect();
        let arguments = Arguments { pixels: pixels.as_ptr(), result: probabilities.as_mut_ptr() };
        assert_eq!(unsafe { digits_run(context, &arguments) }, 0);
        let best = (0..CLASSES).reduce(|a, b| if probabilities[b] > probabilities[a] { b } else { a });
        print!("{} ", best.unwrap());
    }
    println!();
    unsafe { digits_free(context) };
}
