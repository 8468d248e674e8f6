import type { Plugin } from 'vite';

const file = /react-router\/dist\/\w+\/lib\/dom\/ssr\/routeModules\.js$/;
const reload = 'window.location.reload();';

/**
 * React Router answers a screen whose code cannot be fetched by loading the whole page again, without a word, and over
 * and over where the code stays away. With this the application's own `retryScreen` stands in for the screen: the frame
 * stays, and the reader decides. The router offers no hook for it, hence the change of its one line; should a newer
 * version have another form, the build stops here.
 */
export const retryScreens = (): Plugin => {
  let wasFound = false;
  return {
    name: 'retry-screens',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      if (!file.test(id.split('?', 1)[0] ?? '')) return undefined;
      if (!code.includes(reload))
        throw new Error('React Router loads its routes in another way: see retry-screens.ts.');
      wasFound = true;
      return {
        code: code.replace(reload, `if (window.retryScreen) return window.retryScreen(route); ${reload}`),
        map: null,
      };
    },
    buildEnd(error) {
      if (!error && !wasFound) throw new Error('React Router keeps its routes elsewhere: see retry-screens.ts.');
    },
  };
};
