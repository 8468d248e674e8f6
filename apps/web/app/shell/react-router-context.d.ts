/** The globals of React Router that this app reads, and a hook that our build adds. */
interface Window {
  __reactRouterContext?: { isSpaMode?: boolean };
  /** See `build/retry-screens.ts`. */
  retryScreen?: (route: { module: string; path?: string; index?: boolean }) => { default: unknown };
}
