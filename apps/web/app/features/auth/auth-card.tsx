import type { ReactNode } from 'react';
import { productName } from '../../lib/product.ts';
import { signInAddress } from '../../lib/session-ended.ts';
import { buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Picture, type PictureName } from '../../ui/empty-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { SharingHead } from '../../ui/sharing-head.tsx';

type AuthCardProps = {
  title: string;
  /** The page's address, where strangers look for it. */
  path?: string;
  intro?: ReactNode;
  picture?: PictureName;
  children: ReactNode;
  /** Ways to the neighbouring screens. */
  footer?: ReactNode;
};

/** One form, one picture, nothing else to decide. */
export function AuthCard({ title, path, intro, picture = 'door', children, footer }: AuthCardProps) {
  const description = `${title}: ${productName}, a calm members’ community for mental health and wellness.`;
  return (
    <div className="mx-auto grid max-w-240 items-center gap-8 px-4 py-8 sm:px-6 md:py-12 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-16">
      <PageTitle>{title}</PageTitle>
      {path === undefined ? (
        <meta name="description" content={description} />
      ) : (
        <SharingHead path={path} title={title} description={description} />
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

/** Where the community's own provider keeps the accounts there is nothing to type here. */
export function ProviderSignIn({ providerName, returnTo }: { providerName: string | null; returnTo: string }) {
  return (
    <a href={signInAddress(returnTo)} className={classNames(buttonClass('primary', 'large'), 'w-full')}>
      Continue with {providerName ?? 'your account'}
    </a>
  );
}
