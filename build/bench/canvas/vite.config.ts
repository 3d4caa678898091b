// Bundles the measured page in the same way as the editor.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: `${import.meta.dirname}/page`,
  base: './',
  plugins: [react()],
  build: {
    minify: process.env['PLAIN'] === undefined,
    target: 'es2024',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
    emptyOutDir: true,
  },
});
