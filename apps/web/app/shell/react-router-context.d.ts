/** The globals of React Router that this app reads. */
interface Window {
  __reactRouterContext?: { isSpaMode?: boolean };
  __reactRouterManifest?: { routes: Record<string, { path?: string; parentId?: string; module: string }> };
}
