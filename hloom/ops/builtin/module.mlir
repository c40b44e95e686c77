// builtin.module
module @m {
}
