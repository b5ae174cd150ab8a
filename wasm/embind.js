// Texts and arrays of doubles alone cross to JavaScript (bindings.cpp): what embind would register beside them
// stays out of the download.
mergeInto(LibraryManager.library, {
  _embind_register_bool: function () {},
  _embind_register_integer: function () {},
  _embind_register_bigint: function () {},
  _embind_register_float: function () {},
  _embind_register_std_wstring: function () {},
});
