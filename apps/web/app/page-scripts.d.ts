/** See `build/page-scripts.ts`. */
declare module 'virtual:inline-script/*' {
  const code: string;
  export default code;
}

declare module 'virtual:script-url/*' {
  const url: string;
  export default url;
}
/** The globals of React Router that this app reads. */
interface Window {
  __reactRouterContext?: { isSpaMode?: boolean };
  __reactRouterManifest?: { routes: Record<string, { path?: string; parentId?: string; module: string }> };
}
