// One script and one style, which ritz report puts into its HTML file.
import { defineConfig } from "vite";

export default defineConfig({
  build: {
    lib: { entry: "source/main.js", name: "ritzReportPage", formats: ["iife"], fileName: () => "page.js", cssFileName: "page" },
    emptyOutDir: true,
    chunkSizeWarningLimit: 2000,
  },
});
