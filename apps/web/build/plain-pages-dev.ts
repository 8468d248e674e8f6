import type { RenderPlainPage } from '@commons/contract/plain-pages';
import type { Plugin } from 'vite';
import { accountPages } from '../app/lib/paths.ts';

/** In development the pages of accounts are rendered for each request; their forms go to the server. */
export const accountPagesInDevelopment = (apiUrl: string): Plugin => ({
  name: 'account-pages-in-development',
  apply: 'serve',
  config: () => ({
    define: { STYLE_SHEETS: '["/app/app.css"]', ACCOUNT_SCRIPT: '"/app/account-pages.ts"', MEMBER_SCRIPTS: '[]' },
    server: {
      proxy: Object.fromEntries(
        accountPages.map((page) => [
          `^${page}/?(?:\\?|$)`,
          { target: apiUrl, bypass: ({ method, url }) => (method === 'POST' ? undefined : url) },
        ]),
      ),
    },
  }),
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      const { pathname, search } = new URL(request.url ?? '/', 'http://here.invalid');
      const page = accountPages.find((path) => path === pathname);
      if (page === undefined || request.method !== 'GET') return next();
      const render = async () => {
        const module = (await server.ssrLoadModule('/app/plain-pages.tsx')) as { renderPlainPage: RenderPlainPage };
        response.setHeader('Content-Type', 'text/html; charset=utf-8');
        response.end(module.renderPlainPage({ path: page, search }));
      };
      void render().then(undefined, next);
    });
  },
});
