import textFontUrl from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import headingFontUrl from '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2?url';
import { type ReactNode, useEffect } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import type { Route } from './+types/root.ts';
import './app.css';
import { locale } from './lib/locale.ts';
import './lib/schemas-without-eval.ts';
import { productName } from './lib/product.ts';
import { DeferredToaster } from './shell/deferred-toaster.tsx';
import { ErrorScreen } from './shell/error-screen.tsx';
import { FrameLoading } from './shell/frame-loading.tsx';
import { lateScreen } from './shell/late-screen.tsx';
import { RouteFocus } from './shell/route-focus.tsx';
import { registerServiceWorker } from './shell/service-worker-registration.ts';
import { Announcer } from './ui/announcer.tsx';

// Before the first screen is asked for.
if (typeof window !== 'undefined') window.lateScreen = lateScreen;

export function Layout({ children }: { children: ReactNode }) {
  return (
    // The crisis page notes the visitor's region here before React arrives.
    <html lang={locale} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="product-name" content={productName} />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf8f2" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#111916" />
        {[textFontUrl, headingFontUrl].map((href) => (
          <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icon-180.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  useEffect(() => {
    registerServiceWorker();
    // The early script of prerendered pages hands over what a visitor did before React was there.
    document.documentElement.dataset['ready'] = '';
    window.dispatchEvent(new Event('commons:ready'));
  }, []);
  return (
    <>
      <Outlet />
      <RouteFocus />
      <Announcer />
      <DeferredToaster />
    </>
  );
}

export function HydrateFallback() {
  return <FrameLoading />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <>
      <ErrorScreen error={error} />
      <Announcer />
    </>
  );
}
