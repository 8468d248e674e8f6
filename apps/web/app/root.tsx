import { type ReactNode, useEffect } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import type { Route } from './+types/root.ts';
import './app.css';
import { locale } from './lib/locale.ts';
import './lib/schemas-without-eval.ts';
import { DeferredToaster } from './shell/deferred-toaster.tsx';
import { DocumentHead } from './shell/document-head.tsx';
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
        <DocumentHead />
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
    document.documentElement.dataset['ready'] = '';
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
