// The JavaScript half of libc.cpp: the decimal number that the text at an address starts with.
mergeInto(LibraryManager.library, {
  ridgepoint_strtod: function (address, end) {
    var text = UTF8ToString(address);
    var found = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?/i.exec(text);
    var length = found ? found[0].length : 0;
    if (end) HEAPU32[end >> 2] = address + length;
    return length ? Number(found[0]) : 0;
  },
});
