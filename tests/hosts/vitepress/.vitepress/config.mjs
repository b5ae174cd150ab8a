export default {
  title: "A VitePress site",
  base: "/site/",
  head: [["script", { type: "module", src: "/site/rp/ridgepoint.js" }]],
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith("ridge-") } } },
};
