// A handler that writes all that its call frame says as text: into its first result, or for the first stage into a variable.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>

#include "xla/ffi/api/c_api.h"

static std::string instantiated;

static int width(XLA_FFI_DataType type) {
  switch (type) {
    case XLA_FFI_DataType_S16: case XLA_FFI_DataType_U16: case XLA_FFI_DataType_F16: case XLA_FFI_DataType_BF16: return 2;
    case XLA_FFI_DataType_S32: case XLA_FFI_DataType_U32: case XLA_FFI_DataType_F32: return 4;
    case XLA_FFI_DataType_S64: case XLA_FFI_DataType_U64: case XLA_FFI_DataType_F64: case XLA_FFI_DataType_C64: return 8;
    case XLA_FFI_DataType_C128: return 16;
    default: return 1;
  }
}

static int bits(XLA_FFI_DataType type) {
  switch (type) {
    case XLA_FFI_DataType_S2: case XLA_FFI_DataType_U2: return 2;
    case XLA_FFI_DataType_S4: case XLA_FFI_DataType_U4: case XLA_FFI_DataType_F4E2M1FN: return 4;
    default: return 8 * width(type);
  }
}

static void put(std::string& out, const char* format, long long value) {
  char text[64];
  snprintf(text, sizeof text, format, value);
  out += text;
}

static void put_bytes(std::string& out, const void* data, size_t count) {
  for (size_t i = 0; i < count; ++i) put(out, "%02llx", static_cast<const unsigned char*>(data)[i]);
}

static void put_attributes(std::string& out, const XLA_FFI_Attrs* attrs) {
  put(out, "%lld{", attrs->struct_size);
  for (int64_t i = 0; i < attrs->size; ++i) {
    out.append(attrs->names[i]->ptr, attrs->names[i]->len);
    out += "=";
    if (attrs->types[i] == XLA_FFI_AttrType_SCALAR) {
      auto* scalar = static_cast<XLA_FFI_Scalar*>(attrs->attrs[i]);
      put(out, "%lld:", scalar->dtype);
      put_bytes(out, scalar->value, width(scalar->dtype));
    } else if (attrs->types[i] == XLA_FFI_AttrType_ARRAY) {
      auto* array = static_cast<XLA_FFI_Array*>(attrs->attrs[i]);
      put(out, "%lld", array->dtype);
      put(out, "[%lld]:", array->size);
      put_bytes(out, array->data, array->size * width(array->dtype));
    } else if (attrs->types[i] == XLA_FFI_AttrType_STRING) {
      auto* text = static_cast<XLA_FFI_ByteSpan*>(attrs->attrs[i]);
      out += "'" + std::string(text->ptr, text->len) + "'";
    } else {
      put_attributes(out, static_cast<XLA_FFI_Attrs*>(attrs->attrs[i]));
    }
    out += ",";
  }
  out += "}";
}

static void put_buffer(std::string& out, const XLA_FFI_Buffer* buffer, bool with_data) {
  put(out, " %lld", buffer->struct_size);
  put(out, "(%lld:", buffer->dtype);
  int64_t count = 1;
  for (int64_t i = 0; i < buffer->rank; ++i) {
    put(out, "%lld,", buffer->dims[i]);
    count *= buffer->dims[i];
  }
  if (with_data && buffer->dtype != XLA_FFI_DataType_TOKEN) put_bytes(out, buffer->data, (count * bits(buffer->dtype) + 7) / 8);
  out += ")";
}

static std::string described(const XLA_FFI_CallFrame* frame) {
  std::string out;
  put(out, "%lld", frame->struct_size);
  put(out, " stage %lld", frame->stage);
  put(out, " args %lld", frame->args.struct_size);
  for (int64_t i = 0; i < frame->args.size; ++i) {
    put(out, " %lld", frame->args.types[i]);
    put_buffer(out, static_cast<XLA_FFI_Buffer*>(frame->args.args[i]), true);
  }
  put(out, " rets %lld", frame->rets.struct_size);
  for (int64_t i = 0; i < frame->rets.size; ++i) {
    put(out, " %lld", frame->rets.types[i]);
    put_buffer(out, static_cast<XLA_FFI_Buffer*>(frame->rets.rets[i]), false);
  }
  out += " attrs ";
  put_attributes(out, &frame->attrs);
  return out;
}

static bool asks_for_metadata(XLA_FFI_CallFrame* frame) {
  if (frame->extension_start == nullptr || frame->extension_start->type != XLA_FFI_Extension_Metadata) return false;
  auto* metadata = reinterpret_cast<XLA_FFI_Metadata_Extension*>(frame->extension_start)->metadata;
  metadata->api_version.major_version = XLA_FFI_API_MAJOR;
  metadata->api_version.minor_version = XLA_FFI_API_MINOR;
  metadata->traits = 0;
  return true;
}

extern "C" XLA_FFI_Error* Instantiate(XLA_FFI_CallFrame* frame) {
  if (!asks_for_metadata(frame)) instantiated = described(frame);
  return nullptr;
}

extern "C" const char* Instantiated() { return instantiated.c_str(); }

extern "C" XLA_FFI_Error* Execute(XLA_FFI_CallFrame* frame) {
  if (asks_for_metadata(frame)) return nullptr;
  std::string out = described(frame);
  auto* result = static_cast<XLA_FFI_Buffer*>(frame->rets.rets[0]);
  memset(result->data, 0, result->dims[0]);
  memcpy(result->data, out.data(), out.size());
  return nullptr;
}
