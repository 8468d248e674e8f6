/** The reply of an API call that the server embeds in a page. */
export type PreloadedResponse = {
  /** The path and query that the page would request. */
  url: string;
  /** The JSON body. */
  body: string;
  /** The `Link` header with the next page of a list, or null. */
  link: string | null;
};

/** Renders the first view of the members' home page to HTML. Exported by the build of the web app. */
export type RenderHomeView = (view: { answers: readonly PreloadedResponse[]; productName: string }) => Promise<string>;
