import type { PlainPage } from '@commons/contract/plain-pages';
import type { PageSettings } from '@commons/contract/rendered-pages';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import * as root from './root.tsx';
import routeConfig from './routes.ts';
import { createTestRenderer } from './test-renderer.ts';

type TestRoute = { id: string; parentId: string; path?: string; module: object };

const modules = import.meta.glob<object>(['./shell/*.tsx', './features/**/*-screen.tsx']);

/** Returns the routes below some entries of the route configuration. */
async function routesOf(entries: readonly RouteConfigEntry[], parentId = 'root'): Promise<TestRoute[]> {
  const routes: TestRoute[] = [];
  for (const { id, file, path, children = [] } of entries) {
    const ownId = id ?? file.replace(/\.tsx$/, '');
    const module = (await modules[`./${file}`]?.()) ?? {};
    routes.push({ id: ownId, parentId, ...(path !== undefined && { path }), module });
    routes.push(...(await routesOf(children, ownId)));
  }
  return routes;
}

const frames = ['shell/public-frame.tsx', 'shell/reading-frame.tsx', 'simple-frame-without-scripts'];
const plainRoutes = routeConfig.filter(({ id, file }) => frames.includes(id ?? file));

const renderer = createTestRenderer([
  { id: 'root', path: '', module: root, css: ['/assets/root.css'] },
  ...(await routesOf(plainRoutes)),
]);

export const settings = {
  productName: 'The “Quiet” <Garden>',
  signUp: 'open',
  publicUrl: 'https://garden.test',
} as const;

/** Without the comments between texts, which React needs to hydrate them. */
const withoutComments = (html: string): string => html.replaceAll(/<!--.*?-->/g, '');

/** Returns all public pages by path. */
export async function renderPublicPages(): Promise<ReadonlyMap<string, string>> {
  renderer.configurePages(settings);
  const pages = await renderer.renderPublicPages();
  return new Map(pages.map(({ path, html }) => [path, withoutComments(html)]));
}

/** Renders a page for one visitor. */
export async function renderPlainPage(page: PlainPage, otherSettings: Partial<PageSettings> = {}): Promise<string> {
  renderer.configurePages({ ...settings, ...otherSettings });
  return withoutComments(await renderer.renderPlainPage(page));
}
