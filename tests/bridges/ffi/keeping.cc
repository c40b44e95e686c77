// Handlers written with XLA's own header for C++: states, threads, memory, errors, and results that come later.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string_view>
#include <thread>
#include <utility>

#include "xla/ffi/api/ffi.h"

namespace ffi = xla::ffi;
using Floats = ffi::BufferR1<ffi::F32>;
using Result = ffi::ResultBufferR1<ffi::F32>;

static std::atomic<int> alive{0};

struct Counter {
  static ffi::TypeId id;
  explicit Counter(double scale) : scale(scale) { ++alive; }
  ~Counter() { --alive; }
  double scale;
  int64_t calls = 0;
};
ffi::TypeId Counter::id = {};

static ffi::ErrorOr<std::unique_ptr<Counter>> make_counter(double scale) {
  if (scale < 0) return ffi::Unexpected(ffi::Error(ffi::ErrorCode::kOutOfRange, "scale must not be negative"));
  return std::make_unique<Counter>(scale);
}

static ffi::Error count(Counter* counter, Floats x, Result y) {
  for (size_t i = 0; i < x.element_count(); ++i) y->typed_data()[i] = x.typed_data()[i] * counter->scale + counter->calls;
  ++counter->calls;
  return ffi::Error::Success();
}

static ffi::Error divide(ffi::ThreadPool pool, ffi::ScratchAllocator scratch, Floats x, Result y, ffi::Dictionary how,
                         ffi::Span<const int64_t> added, std::string_view label) {
  auto memory = scratch.Allocate(x.size_bytes(), 256);
  if (!memory || reinterpret_cast<uintptr_t>(*memory) % 256 != 0) return ffi::Error::Internal("no memory");
  auto factor = how.get<int32_t>("factor");
  if (factor.has_error()) return ffi::Error(ffi::ErrorCode::kNotFound, "no factor");
  auto* scaled = static_cast<float*>(*memory);
  std::mutex mutex;
  std::condition_variable done;
  size_t left = x.element_count();
  for (size_t i = 0; i < x.element_count(); ++i) {
    pool.Schedule([&, i] {
      scaled[i] = x.typed_data()[i] * *factor;
      std::lock_guard<std::mutex> lock(mutex);
      if (--left == 0) done.notify_one();
    });
  }
  std::unique_lock<std::mutex> lock(mutex);
  done.wait(lock, [&] { return left == 0; });
  for (size_t i = 0; i < x.element_count(); ++i) y->typed_data()[i] = scaled[i] + added[i % added.size()] + label.size();
  return pool.num_threads() > 0 ? ffi::Error::Success() : ffi::Error::Internal("no threads");
}

static ffi::Future later(Floats x, Result y, bool fails) {
  ffi::Promise promise;
  ffi::Future future(promise);
  std::thread([x, y, fails, promise = std::move(promise)]() mutable {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    for (size_t i = 0; i < x.element_count(); ++i) y->typed_data()[i] = x.typed_data()[i] + 7;
    if (fails) {
      promise.SetError(ffi::Error(ffi::ErrorCode::kAborted, "it went wrong later"));
    } else {
      promise.SetAvailable();
    }
  }).detach();
  return future;
}

XLA_FFI_DEFINE_HANDLER_SYMBOL(CountInstantiate, make_counter, ffi::Ffi::BindInstantiate().Attr<double>("scale"));
XLA_FFI_DEFINE_HANDLER_SYMBOL(CountExecute, count, ffi::Ffi::Bind().Ctx<ffi::State<Counter>>().Arg<Floats>().Ret<Floats>());
XLA_FFI_DEFINE_HANDLER_SYMBOL(Divide, divide, ffi::Ffi::Bind().Ctx<ffi::ThreadPool>().Ctx<ffi::ScratchAllocator>()
                              .Arg<Floats>().Ret<Floats>().Attr<ffi::Dictionary>("how")
                              .Attr<ffi::Span<const int64_t>>("added").Attr<std::string_view>("label"));
XLA_FFI_DEFINE_HANDLER_SYMBOL(Later, later, ffi::Ffi::Bind().Arg<Floats>().Ret<Floats>().Attr<bool>("fails"));

static auto info = ffi::MakeTypeInfo<Counter>();
extern "C" void* CounterId() { return &Counter::id; }
extern "C" void* CounterInfo() { return &info; }
extern "C" int Alive() { return alive; }
