/** What React Router writes into each document, only the part that is read here; and what the build has it call. */
interface Window {
  __reactRouterContext?: { isSpaMode?: boolean };
  /** See `build/late-screens.ts`. */
  lateScreen?: (route: { module: string; path?: string; index?: boolean }) => { default: unknown };
}
