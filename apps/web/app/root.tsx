import './lib/older-browsers.ts';
import { type ReactNode, use, useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
} from 'react-router';
import appearanceScript from 'virtual:inline-script/appearance.ts';
import beforePaintScript from 'virtual:inline-script/before-paint.ts';
import watchdogScript from 'virtual:inline-script/watchdog.ts';
import type { Route } from './+types/root.ts';
import { DocumentContext, type PageHandle } from './lib/document.ts';
import { afterFirstScreen } from './lib/lazy.ts';
import { locale } from './lib/locale.ts';
import { paths } from './lib/paths.ts';
import { toastStore } from './lib/toast-store.ts';
import { DocumentHead } from './shell/document-head.tsx';
import { repeatEarlyInput } from './shell/early-input.ts';
import { FrameLoading } from './shell/frame-loading.tsx';
import NotFoundScreen from './shell/not-found-screen.tsx';
import { cacheApplication, offerNewVersions, registerServiceWorker } from './shell/service-worker-registration.ts';
import { SimpleFrame } from './shell/simple-frame.tsx';
import { announce, Announcer } from './ui/announcer.tsx';
import { findFocusTarget, moveFocus } from './ui/focus.tsx';
import { InlineScript } from './ui/inline-script.tsx';
import { lazyPart } from './ui/lazy-part.tsx';
import './app.css';
import './lib/schemas-without-eval.ts';
import { ScreenError } from './ui/screen-error.tsx';

/**
 * Attributes that the server set on the document. If a translation tool has changed the page, React renders it again
 * and would drop unknown attributes.
 */
const serverAttributes = typeof document === 'undefined' ? {} : { ...document.documentElement.dataset };

/** Returns the combined `handle` of the page's routes. A navigation in the application never opens a plain page. */
function usePageHandle(): PageHandle {
  const handles = useMatches().map(({ handle }) => handle as PageHandle | undefined);
  const { isPlain, ...handle } = Object.assign({}, ...handles) as PageHandle;
  return import.meta.env.SSR && isPlain ? { ...handle, isPlain } : handle;
}

export function Layout({ children }: { children: ReactNode }) {
  const { isPlain = false, script, hasSectionBar, hasOwnStyle } = usePageHandle();
  const { isRendered, signUp, appearance, style, preloads = [] } = use(DocumentContext);
  return (
    <html
      lang={locale}
      data-sign-up={serverAttributes['signUp'] ?? signUp}
      data-viewer={serverAttributes['viewer'] ?? (isRendered ? 'member' : undefined)}
      data-rendered={serverAttributes['rendered'] ?? (isRendered ? '' : undefined)}
      data-is-set={serverAttributes['isSet']}
      data-theme={serverAttributes['theme'] ?? appearance?.theme}
      data-motion={serverAttributes['motion'] ?? appearance?.motion}
      data-text-size={serverAttributes['textSize'] ?? appearance?.textSize}
      data-section-bar={hasSectionBar && ''}
      suppressHydrationWarning
    >
      <head>
        <FirstScripts isPlain={isPlain} />
        <DocumentHead isForMember={isRendered} />
        {preloads.map((href) => (
          <link key={href} rel="modulepreload" href={href} fetchPriority="low" />
        ))}
        <Meta />
        {hasOwnStyle && style !== undefined ? <style dangerouslySetInnerHTML={{ __html: style }} /> : <Links />}
      </head>
      <body>
        {children}
        {isPlain ? (
          script
        ) : (
          <>
            {isRendered && <InlineScript code={beforePaintScript} />}
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  );
}

/** Run before any other file is requested. */
const FirstScripts = ({ isPlain }: { isPlain: boolean }) => (
  <>
    {isPlain ? (
      <InlineScript code={watchdogScript} />
    ) : (
      <>
        <InlineScript data-application="" code={watchdogScript} />
        <InlineScript noModule code={`location.replace('${paths.supportedBrowsers}')`} />
      </>
    )}
    <InlineScript code={appearanceScript} />
  </>
);

export default function Root() {
  return usePageHandle().isPlain ? <Outlet /> : <Application />;
}

function Application() {
  useEffect(() => {
    registerServiceWorker(() => {
      cacheApplication();
      void offerNewVersions();
    });
  }, []);
  useMarkReady();
  useLayoutEffect(repeatEarlyInput, []);
  return (
    <>
      <Outlet />
      <RouteFocus />
      <Announcer />
      <DeferredToaster />
    </>
  );
}

/** Marks the document as started, so that the watchdog (`watchdog.ts`) stops. Shows it if `before-paint.ts` did not run. */
const useMarkReady = (): void =>
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset['ready'] = '';
    dataset['isSet'] = '';
  }, []);

export function HydrateFallback() {
  return <FrameLoading />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  useMarkReady();
  return (
    <>
      <ErrorScreen error={error} />
      <Announcer />
    </>
  );
}

/**
 * After a client-side navigation, announces the new screen and moves the focus to its start or to the URL's hash, like
 * a page load. Otherwise, the focus would be lost and screen readers would stay silent.
 */
function RouteFocus() {
  const { pathname, hash } = useLocation();
  const shownPathname = useRef(pathname);
  // Before paint, because the member may move the focus a moment later.
  useLayoutEffect(() => {
    const isNew = shownPathname.current !== pathname;
    if (!isNew && hash === '') return undefined;
    shownPathname.current = pathname;
    const { activeElement } = document;
    const frame = requestAnimationFrame(() => {
      // Keep the focus if the member has opened something or started to type.
      const hasStartedTyping =
        document.activeElement !== activeElement && document.activeElement?.matches('input, textarea');
      if (!hasStartedTyping && document.querySelector('[role="dialog"], [role="menu"][data-state="open"]') === null)
        moveFocus(document.getElementById(hash.slice(1)) ?? findFocusTarget());
      if (isNew) announce(document.title);
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname, hash]);
  return null;
}

const Toaster = lazyPart(async () => ({ default: (await import('./ui/toaster.tsx')).Toaster }), { failed: () => null });

/** Loads the toaster after the first screen, so that "You are logged out" can be read before the page unloads. */
function DeferredToaster() {
  const [isNeeded, setIsNeeded] = useState(false);
  useEffect(() => {
    const load = () => setIsNeeded(true);
    const unsubscribe = toastStore.subscribe(load);
    if (toastStore.get() !== null) load();
    void afterFirstScreen().then(load);
    return unsubscribe;
  }, []);
  return isNeeded && <Toaster />;
}

function ErrorScreen({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <SimpleFrame>
        <NotFoundScreen />
      </SimpleFrame>
    );
  }
  return (
    <SimpleFrame>
      <ScreenError />
    </SimpleFrame>
  );
}
