/** See `build/page-scripts.ts`. */
declare module 'virtual:inline-script/*' {
  const code: string;
  export default code;
}

declare module 'virtual:script-url/*' {
  const url: string;
  export default url;
}
