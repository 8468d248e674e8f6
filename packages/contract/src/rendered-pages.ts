import type { PlainPage } from './plain-pages.ts';
import type { SignUpRule } from './settings.ts';
import type { CrisisCountry } from './texts.schemas.ts';
import type { TextName } from './texts.ts';

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
  /** The member's id. */
  viewerId: string;
  /** Calls the API as this member, with the path and query of an endpoint. */
  read: (url: string) => Promise<PageReply>;
  /** Marks the page's own inline scripts in its content security policy. */
  nonce: string;
  /** Aborted when the page is no longer needed: the reader has left, or rendering takes too long. */
  signal: StopSignal;
  /** Reports an error of the rendering. */
  reportError: (error: unknown) => void;
};

export type RenderedPage = { status: number; html: Uint8Array };

/** The person or organisation that runs the community. Missing parts are not shown. */
export type Operator = {
  name?: string | undefined;
  address?: string | undefined;
  contact?: string | undefined;
  responsiblePerson?: string | undefined;
  /** Times at which people read reports. */
  staffedHours?: string | undefined;
};

/** A text that admins wrote, as HTML that the server rendered without scripts, pictures or HTML of the author. */
export type EditedPage = { html: string; publishedAt: string };

/** The same for all pages. */
export type PageSettings = {
  productName: string;
  signUp: SignUpRule;
  /** The community's own address, without a trailing slash. */
  publicUrl: string;
  /** The community's own description. Missing: pages have the shipped one. */
  shortDescription?: string;
  /** The chosen color of buttons and links, as `#rrggbb`. Missing: pages have the shipped one. */
  accentColor?: string;
  /** Addresses of the community's pictures. Missing: pages have the shipped ones. */
  logoUrl?: string;
  iconUrl?: string;
  /** Missing if the community has no app of its own. */
  appStoreUrl?: string;
  /** Number of active members. Missing if there are too few to show it. */
  memberCount?: number;
  operator?: Operator;
  /** Texts that replace the shipped ones. */
  editedPages?: Partial<Record<TextName, EditedPage>>;
  /** Missing while the crisis lines are the shipped ones. */
  crisisCountries?: readonly CrisisCountry[];
};

/** A page that is the same for all visitors. */
export type PublicPage = { path: string; html: string };

/** A screen of the application. */
export type Screen = {
  /** Whether the server renders it. Other screens are sent as the app shell. */
  isRendered: boolean;
  /** Whether it is for members only. */
  isForMembers: boolean;
};

/** The server build of the web app. */
export type PageRenderer = {
  configurePages: (settings: PageSettings) => void;
  /** Returns the application's screen at a path. Public pages are not screens. */
  findScreen: (pathname: string) => Screen | undefined;
  renderPage: (request: PageRequest) => Promise<RenderedPage>;
  /** Renders the app shell. */
  renderShell: () => Promise<string>;
  /** Renders all public pages. The page at `/` is for visitors, and the page at `/404` for unknown paths. */
  renderPublicPages: () => Promise<PublicPage[]>;
  /** Renders a public page with data for one visitor, for example the result of a form. */
  renderPlainPage: (page: PlainPage) => Promise<string>;
};
