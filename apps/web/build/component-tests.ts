import tailwindcss from '@tailwindcss/vite';
import webPackage from '../package.json' with { type: 'json' };
import { pageScripts } from './page-scripts.ts';

const bundledDependencies = Object.keys(webPackage.dependencies).filter(
  (name) => !/^(?:@commons|@fontsource|workbox)/.test(name),
);

/** Vite's options for component tests, which run in a browser. */
export const componentTests = (webDirectory: string) => ({
  root: webDirectory,
  plugins: [tailwindcss(), pageScripts(webDirectory)],
  // Everything is optimized before the run. A package that Vite found later would reload the tests.
  optimizeDeps: {
    noDiscovery: true,
    include: [
      ...bundledDependencies,
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
