/** What a call would answer to the reader of a page, sent within that page. */
export type SentAnswer = {
  /** The address of the call, as the page would ask for it. */
  url: string;
  /** The answer, as JSON. */
  body: string;
  /** Its `Link` header, which names the next page of a list; null where there is none. */
  link: string | null;
};

/** What the build of the web app offers the server: the HTML of the first view of the members' home page. */
export type RenderHomeView = (view: { answers: readonly SentAnswer[]; productName: string }) => Promise<string>;
