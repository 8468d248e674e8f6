import type { RenderPlainPage } from '@commons/contract/plain-pages';
import type { ComponentType } from 'react';
import { ConfirmEmailScreen, UnsubscribeScreen } from './features/auth/mailed-link-screens.tsx';
import { ForgotPasswordScreen, ResetPasswordScreen } from './features/auth/password-reset-screens.tsx';
import { LoginScreen, SignInCodeScreen } from './features/auth/sign-in-screens.tsx';
import SignUpScreen from './features/auth/sign-up-screen.tsx';
import { ToolsScreen } from './features/meditation-tools/tools-screen.tsx';
import { WaitlistScreen } from './features/waitlist/waitlist-screen.tsx';
import { accountPages, paths } from './lib/paths.ts';
import { PlainPageContext } from './lib/plain-page.ts';
import NotFoundScreen from './shell/not-found-screen.tsx';
import { renderDocument } from './shell/plain-document.tsx';
import { PublicFrame } from './shell/public-frame.tsx';
import { SimpleFrame } from './shell/simple-frame.tsx';

/** URL of the script for account forms. Set by the build. */
declare const ACCOUNT_SCRIPT: string;

const screensWithForms: Record<string, ComponentType> = {
  [paths.login]: LoginScreen,
  [paths.signInCode]: SignInCodeScreen,
  [paths.signUp]: SignUpScreen,
  [paths.forgotPassword]: ForgotPasswordScreen,
  [paths.resetPassword]: ResetPasswordScreen,
  [paths.confirmEmail]: ConfirmEmailScreen,
  [paths.unsubscribe]: UnsubscribeScreen,
  [paths.waitlist]: WaitlistScreen,
  [paths.meditationTools]: ToolsScreen,
};

/** Runs in the build and on the server. The pages contain no inline script, so injected scripts cannot run. */
export const renderPlainPage: RenderPlainPage = (page) => {
  const Screen = screensWithForms[page.path];
  return renderDocument({
    path: page.path,
    frame: <PlainPageContext value={page}>{Screen ? <PublicFrame /> : <SimpleFrame />}</PlainPageContext>,
    screen: Screen ? <Screen /> : <NotFoundScreen />,
    script: accountPages.some((path) => path === page.path) && <script type="module" async src={ACCOUNT_SCRIPT} />,
  });
};
