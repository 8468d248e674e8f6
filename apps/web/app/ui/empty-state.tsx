import type { ReactNode } from 'react';
import { Picture, type PictureName } from './picture.tsx';

type EmptyStateProps = {
  title: string;
  text?: ReactNode;
  picture?: PictureName;
  /** A button or link: the one thing to do from here. */
  action?: ReactNode;
  headingLevel?: 'h1' | 'h2' | 'h3';
};

export function EmptyState({ title, text, picture = 'common', action, headingLevel: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-4 py-8 text-center">
      <Picture name={picture} className="w-full max-w-72" />
      <Heading className="mt-6 text-xl">{title}</Heading>
      {text !== undefined && <div className="mt-2 max-w-[46ch] text-muted">{text}</div>}
      {action !== undefined && <div className="mt-6">{action}</div>}
    </div>
  );
}
