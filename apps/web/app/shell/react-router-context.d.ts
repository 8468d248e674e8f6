/** What React Router writes into each document, only the part that is read here; and what the build has it call. */
interface Window {
  __reactRouterContext?: { isSpaMode?: boolean };
  __reactRouterManifest?: { routes: Record<string, { path?: string; parentId?: string; module: string }> };
  /** See `build/retry-screens.ts`. */
  retryScreen?: (route: { module: string; path?: string; index?: boolean }) => { default: unknown };
}
