import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { keepPageWhileOffline } from './shell/keep-page.ts';
import { isBrowserOnlyError } from './ui/lazy-part.tsx';

keepPageWhileOffline();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
    {
      onRecoverableError: (error) => {
        // React hides a difference between the server's HTML and the first rendering: it draws the part again.
        if (!isBrowserOnlyError(error)) reportError(error);
      },
    },
  );
});
