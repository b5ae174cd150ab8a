// Gives every Ridgepoint frame of a page the height of what it holds. A message counts only from the frame's own origin.
addEventListener("message", ({ data, origin, source }) => {
  const height = data?.ridgepoint === "height" ? data.height : NaN;
  if (!(height > 0 && height < 50000)) return;
  for (const frame of document.querySelectorAll("iframe")) {
    if (frame.contentWindow !== source || new URL(frame.src, location).origin !== origin) continue;
    Object.assign(frame.style, { boxSizing: "content-box", height: `${height}px` });
    source.postMessage({ ridgepoint: "resized" }, origin);
  }
});
