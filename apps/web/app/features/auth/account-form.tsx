import { Eye, EyeOff } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { usePostedForm } from '../../lib/plain-page.ts';
import { productName } from '../../lib/product.ts';
import { signInAddress } from '../../lib/session-ended.ts';
import { Banner } from '../../ui/banner.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Picture, type PictureName } from '../../ui/empty-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { PlainForm } from '../../ui/plain-form.tsx';
import { SharingHead } from '../../ui/sharing-head.tsx';
import { TextField } from '../../ui/text-field.tsx';

type AuthCardProps = {
  title: string;
  /** For the browser and search engines, where the title does not name the page. */
  pageTitle?: string;
  /** Canonical path, for search engines. */
  path?: string;
  intro?: ReactNode;
  picture?: PictureName;
  children: ReactNode;
  /** Links to related screens. */
  footer?: ReactNode;
};

/** Layout of a screen with a single form. */
export function AuthCard({ title, pageTitle = title, path, intro, picture = 'door', children, footer }: AuthCardProps) {
  const description = `${pageTitle}: ${productName}, a calm members’ community for mental health and wellness.`;
  return (
    <div className="mx-auto grid max-w-240 items-center gap-8 px-4 py-8 sm:px-6 md:py-12 lg:min-h-[70dvh] lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-16">
      <PageTitle>{pageTitle}</PageTitle>
      {path === undefined ? (
        <meta name="description" content={description} />
      ) : (
        <SharingHead path={path} title={pageTitle} description={description} />
      )}
      <Picture name={picture} className="hidden w-full lg:block" />
      <div className="mx-auto w-full max-w-104">
        <h1 className="text-2xl">{title}</h1>
        {intro !== undefined && <p className="mt-2 text-muted">{intro}</p>}
        <div className="mt-6">{children}</div>
        {footer !== undefined && (
          <div className="mt-6 flex flex-col gap-2 border-t border-line pt-4 text-sm text-muted">{footer}</div>
        )}
      </div>
    </div>
  );
}

export const inlineLinkClass =
  'inline-flex min-h-6 items-center font-semibold text-primary underline underline-offset-4';

/** Replaces the password form when an OpenID provider manages the accounts. */
export function ProviderSignIn({ providerName, returnTo }: { providerName: string | null; returnTo: string }) {
  return (
    <a href={signInAddress(returnTo)} className={classNames(buttonClass('primary', 'large'), 'w-full')}>
      Continue with {providerName ?? 'your account'}
    </a>
  );
}

type AccountFormProps = {
  children: ReactNode;
  button: string;
  buttonWhileSending: string;
  /** Texts that replace the server's explanation of an error, by error code. */
  explanations?: Readonly<Record<string, ReactNode>>;
};

export function AccountForm({ children, button, buttonWhileSending, explanations = {} }: AccountFormProps) {
  const { failure } = usePostedForm();
  return (
    <PlainForm
      button={{ text: button, pendingText: buttonWhileSending }}
      failure={
        failure && (
          <Banner tone="danger" isAlert>
            {explanations[failure.code] ?? failure.detail}
          </Banner>
        )
      }
    >
      {children}
    </PlainForm>
  );
}

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'trailing'>;

/** A password field. `form-pages.ts` makes its "Show password" button work. */
export function PasswordField(props: PasswordFieldProps) {
  return (
    <TextField
      {...props}
      type="password"
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      trailing={
        <button
          type="button"
          data-shows-password=""
          aria-label="Show password"
          title="Show password"
          aria-pressed="false"
          className="group inline-flex size-10 shrink-0 items-center justify-center rounded-full text-muted transition-colors hover:bg-primary-soft hover:text-ink [@media(scripting:none)]:hidden"
        >
          <Eye size={20} strokeWidth={1.75} aria-hidden="true" className="group-aria-pressed:hidden" />
          <EyeOff size={20} strokeWidth={1.75} aria-hidden="true" className="hidden group-aria-pressed:block" />
        </button>
      }
    />
  );
}

export function NewPasswordField(props: PasswordFieldProps) {
  return (
    <PasswordField
      hint="At least 10 characters. A few words you can remember work best."
      autoComplete="new-password"
      {...props}
    />
  );
}
