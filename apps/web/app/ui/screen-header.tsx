import type { ReactNode } from 'react';
import { BackLink } from './back-link.tsx';
import { classNames } from './class-names.ts';
import { PageTitle } from './page-title.tsx';

type ScreenHeaderProps = {
  title: string;
  lead?: ReactNode;
  /** The screen that contains this one. */
  back?: { to: string; label: string };
  /** The main action. */
  children?: ReactNode;
  className?: string;
};

/** The title of a screen, also in the browser's tab, a line about it, and its main action. */
export const ScreenHeader = ({ title, lead, back, children, className }: ScreenHeaderProps) => (
  <div className={classNames('flex flex-wrap items-end justify-between gap-4', className)}>
    <PageTitle>{title}</PageTitle>
    <div className="min-w-0">
      {back && <BackLink to={back.to}>{back.label}</BackLink>}
      <h1 className={classNames('text-2xl wrap-anywhere max-[20rem]:text-xl', back && 'mt-2')}>{title}</h1>
      {lead !== undefined && <p className="mt-1 text-muted">{lead}</p>}
    </div>
    {children}
  </div>
);
