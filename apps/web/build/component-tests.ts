import tailwindcss from '@tailwindcss/vite';
import webPackage from '../package.json' with { type: 'json' };
import { pageScripts } from './page-scripts.ts';

/** Packages of the build, files that are no scripts, and sources of this repository. */
const notForTheBrowser =
  /^(?:@commons|@fontsource|@react-router|@tailwindcss|@vitejs|oxc|sharp|subset-font|tailwindcss|vite|workbox|yaml)/;

const browserDependencies = Object.keys(webPackage.dependencies).filter((name) => !notForTheBrowser.test(name));

/** Vite's options for component tests, which run in a browser. */
export const componentTests = (webDirectory: string) => ({
  root: webDirectory,
  plugins: [tailwindcss(), pageScripts(webDirectory)],
  // Everything is optimized before the run. A package that Vite found later would reload the tests.
  optimizeDeps: {
    noDiscovery: true,
    include: [
      ...browserDependencies,
      '@hookform/resolvers/zod',
      'axe-core',
      'partysocket/ws',
      'react-dom/client',
      'react/compiler-runtime',
      'react/jsx-dev-runtime',
      'react/jsx-runtime',
      'vitest-browser-react/pure',
    ],
  },
});
