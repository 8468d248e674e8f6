import type { appearanceAttributes } from '@commons/contract/members';
import type { PlainPage } from '@commons/contract/plain-pages';
import type { PageSettings } from '@commons/contract/rendered-pages';
import type { SignUpRule } from '@commons/contract/settings';
import type { QueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode } from 'react';

/** Properties of a document that the server decides. */
export type DocumentSettings = Pick<PageSettings, 'operator' | 'editedPages' | 'crisisCountries'> & {
  /** Whether the server has rendered the screen. Otherwise the document is the app shell. */
  isRendered: boolean;
  signUp?: SignUpRule;
  /** The community's own address, without a trailing slash. */
  publicUrl?: string;
  appStoreUrl?: string;
  /** The community's own description. */
  shortDescription?: string;
  /** Number of active members. Missing if there are too few to show it. */
  memberCount?: number;
  /** Whether the page is a visitor's `/`. */
  isVisitorHome?: boolean;
  /** The display settings of the member's account. */
  appearance?: ReturnType<typeof appearanceAttributes>;
  /** The id of the member who reads the page. */
  viewerId?: string;
  /** Marks the inline scripts of the page in its content security policy. */
  nonce?: string;
  /** The style sheet, for pages that contain it. Missing during development. */
  style?: string;
  /** Scripts that the document preloads in addition to those of its routes. */
  preloads?: readonly string[];
  /** The data of a page that is being rendered. Each page has its own. */
  queryClient?: QueryClient;
  /** Data for the current visitor of a page without the application. */
  plainPage?: PlainPage;
  /** Reports an error of the rendering to the server. */
  reportError?: (error: unknown) => void;
};

/** The document that is being rendered on the server, or hydrated in the browser. */
export const DocumentContext = createContext<DocumentSettings>({
  isRendered: typeof document !== 'undefined' && 'rendered' in document.documentElement.dataset,
});

/** The `handle` of a route, which tells the document about the page. */
export type PageHandle = {
  /** The page is complete without the application. It is sent without React. */
  isPlain?: true;
  /** The only script of such a page, apart from those in the head of every page. */
  script?: ReactNode;
  /** The page contains its style sheet. */
  hasOwnStyle?: true;
  /** Reserves space for the section bar and offsets scrolling. */
  hasSectionBar?: true;
};
