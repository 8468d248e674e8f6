import type { RenderPlainPage } from '@commons/contract/plain-pages';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Route, Routes, StaticRouter } from 'react-router';
import ForgotPasswordScreen from './features/auth/forgot-password-screen.tsx';
import LoginScreen from './features/auth/login-screen.tsx';
import ResetPasswordScreen from './features/auth/reset-password-screen.tsx';
import SignUpScreen from './features/auth/sign-up-screen.tsx';
import { WaitlistScreen } from './features/waitlist/waitlist-screen.tsx';
import { locale } from './lib/locale.ts';
import { accountPages, paths } from './lib/paths.ts';
import { PlainPageContext } from './lib/plain-page.ts';
import { DocumentHead } from './shell/document-head.tsx';
import NotFoundScreen from './shell/not-found-screen.tsx';
import { PublicFrame } from './shell/public-frame.tsx';
import { SimpleFrame } from './shell/simple-frame.tsx';

/** The style sheets of the build that this file belongs to. */
declare const STYLE_SHEETS: readonly string[];
/** What helps with the forms of accounts, in the browser. */
declare const ACCOUNT_SCRIPT: string;

const screensWithForms: Record<string, ComponentType> = {
  [paths.login]: LoginScreen,
  [paths.signUp]: SignUpScreen,
  [paths.forgotPassword]: ForgotPasswordScreen,
  [paths.resetPassword]: ResetPasswordScreen,
  [paths.waitlist]: WaitlistScreen,
};

/** Runs in the build and in the server. The pages carry no script of their own: whatever they hold, nothing of it can run. */
export const renderPlainPage: RenderPlainPage = (page) => {
  const Screen = screensWithForms[page.path];
  const html = renderToStaticMarkup(
    <html lang={locale}>
      <head>
        <DocumentHead />
        {STYLE_SHEETS.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
      </head>
      <body>
        <PlainPageContext value={page}>
          <StaticRouter location={page.path}>
            <Routes>
              <Route element={Screen ? <PublicFrame /> : <SimpleFrame />}>
                <Route path="*" element={Screen ? <Screen /> : <NotFoundScreen />} />
              </Route>
            </Routes>
          </StaticRouter>
        </PlainPageContext>
        {accountPages.some((path) => path === page.path) && <script type="module" async src={ACCOUNT_SCRIPT} />}
      </body>
    </html>,
  );
  return `<!DOCTYPE html>${html}`;
};
