import type { RenderPlainPage } from '@commons/contract/plain-pages';
import type { Plugin } from 'vite';
import { accountPages } from '../app/lib/paths.ts';

type ReadingPages = { readingPages: ReadonlyMap<string, () => string> };

/** Renders pages without the application on each request during development. Form submissions go to the server. */
export const plainPagesInDevelopment = (apiUrl: string): Plugin => ({
  name: 'plain-pages-in-development',
  apply: 'serve',
  config: () => ({
    define: {
      STYLE_SHEETS: '["/app/app.css"]',
      ACCOUNT_SCRIPT: '"/app/account-pages.ts"',
      MEMBER_SCRIPTS: '[]',
      CRISIS_SCRIPT: `"import('/app/crisis-page.ts')"`,
      READING_SCRIPT: `"import('/app/reading-page.ts')"`,
    },
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
      if (request.method !== 'GET' || !request.headers.accept?.includes('text/html')) return next();
      const render = async () => {
        const page = accountPages.find((path) => path === pathname);
        let html: string | undefined;
        if (page === undefined) {
          const { readingPages } = (await server.ssrLoadModule('/app/reading-pages.tsx')) as ReadingPages;
          html = readingPages.get(pathname)?.();
        } else {
          const module = (await server.ssrLoadModule('/app/plain-pages.tsx')) as { renderPlainPage: RenderPlainPage };
          html = module.renderPlainPage({ path: page, search });
        }
        if (html === undefined) return next();
        response.setHeader('Content-Type', 'text/html; charset=utf-8');
        response.end(html);
      };
      void render().then(undefined, next);
    });
  },
});
