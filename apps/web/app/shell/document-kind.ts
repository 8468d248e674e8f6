import { type ComponentType, createContext, createElement, use } from 'react';
import type { DocumentSettings } from '../lib/page-data.ts';

/** A prerendered page. The server writes the community's settings into it later. */
export const visitorDocument: DocumentSettings = { isForMember: import.meta.env.DEV };

/** Whether the server has rendered this document for a member. Only for the browser. */
const isRendered = typeof document !== 'undefined' && 'rendered' in document.documentElement.dataset;

/** The document that is being rendered on the server, or taken over by the browser. */
export const DocumentContext = createContext(isRendered ? { isForMember: true } : visitorDocument);

/**
 * Whether this document is a prerendered page for visitors. Constant while the document is open. Only for the browser.
 *
 * The server answers `/` with the prerendered waitlist page for visitors and with the feed for members. A page must be
 * hydrated with exactly its own content, so the first render cannot wait for the session check. React Router marks the
 * application shell with `isSpaMode`, and `root.tsx` marks pages for members. Signing in and out are full navigations.
 * The development server has a single document, so there the client fetches the viewer instead.
 */
export const isPublicDocument: boolean =
  !import.meta.env.DEV &&
  (typeof window === 'undefined' ||
    // oxlint-disable-next-line no-underscore-dangle -- the name is React Router's
    (window.__reactRouterContext?.isSpaMode === false && !isRendered));

type LoadComponent = () => Promise<ComponentType>;

/**
 * Returns the component for members or the one for visitors. The browser loads only the code for its document. The
 * server has both, and decides by the document that it renders.
 */
export async function componentForDocument(loadForMember: LoadComponent, loadForVisitor: LoadComponent) {
  if (!import.meta.env.SSR) return isPublicDocument ? loadForVisitor() : loadForMember();
  const [ForMember, ForVisitor] = await Promise.all([loadForMember(), loadForVisitor()]);
  return () => createElement(use(DocumentContext).isForMember ? ForMember : ForVisitor);
}
