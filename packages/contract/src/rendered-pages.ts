import type { PlainPage } from './plain-pages.ts';

/** The reply of an API call that a page needs. */
export type PageReply = {
  status: number;
  body: string;
  /** The `Link` header with the next page of a list. */
  link: string | undefined;
};

/** An `AbortSignal`, which is a type of the platform. */
export type StopSignal = {
  readonly aborted: boolean;
  addEventListener: (type: 'abort', listener: () => void) => void;
};

/** A request for a page, rendered for one signed-in member. */
export type PageRequest = {
  /** The complete URL. */
  url: string;
  /** Calls the API as this member, with the path and query of an endpoint. */
  read: (url: string) => Promise<PageReply>;
  /** Marks the page's own inline scripts in its content security policy. */
  nonce: string;
  /** Aborted when the page is no longer needed: the reader has left, or rendering takes too long. */
  signal: StopSignal;
  /** Reports an error of the rendering. */
  reportError: (error: unknown) => void;
};

export type RenderedPage = { status: number; html: string };

/** The same for all pages. */
export type PageSettings = {
  productName: string;
  signUp: 'open' | 'invited';
  /** The community's own address, without a trailing slash. */
  publicUrl: string;
  /** Missing if the community has no app of its own. */
  appStoreUrl?: string;
};

/** A page that is the same for all visitors. */
export type PublicPage = { path: string; html: string };

/** Whether a page has the navigation of a signed-in member. */
type Readers = { isForMember: boolean };

/** The server build of the web app. */
export type ServerBuild = {
  configurePages: (settings: PageSettings) => void;
  /** The paths of the application's screens, as URL patterns. */
  screenPaths: readonly string[];
  /** Whether the server renders the screen at a path. Other screens are sent as the empty application. */
  isRendered: (pathname: string) => boolean;
  /** Whether the screen at a path is for members only. */
  needsSession: (pathname: string) => boolean;
  renderPage: (request: PageRequest) => Promise<RenderedPage>;
  /** Renders the empty application. */
  renderShell: (readers: Readers) => Promise<string>;
  /** Renders all public pages. The page at `/404` is for unknown paths. */
  renderPublicPages: (readers: Readers) => Promise<PublicPage[]>;
  /** Renders a public page with data for one visitor, for example the result of a form. */
  renderPlainPage: (page: PlainPage) => Promise<string>;
};
