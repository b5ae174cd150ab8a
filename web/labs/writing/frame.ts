// The page in the frame of the one that writes labs. It asks that one for a page of the draft, which the compiler made, and becomes it.

addEventListener("message", ({ source, origin, data }: MessageEvent<string>) => {
  if (source !== parent || origin !== location.origin) return;
  document.open();
  document.write(data);
  document.close();
});
if (parent !== window) parent.postMessage("ridgepoint-draft", location.origin);

export {};
