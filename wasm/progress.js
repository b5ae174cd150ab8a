// The JavaScript half of router.cpp: the function that the face has put in the module hears of the progress.
mergeInto(LibraryManager.library, {
  ridgepoint_progress: function (done, stage) {
    Module["progress"](done, UTF8ToString(stage));
  },
});
