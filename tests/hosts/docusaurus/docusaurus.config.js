module.exports = {
  title: "A Docusaurus site",
  url: "http://localhost",
  baseUrl: "/site/",
  scripts: [{ src: "/site/rp/ridgepoint.js", type: "module" }],
  presets: [["classic", { docs: { routeBasePath: "/" }, blog: false }]],
};
