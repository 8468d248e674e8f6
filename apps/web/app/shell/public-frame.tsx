import { Link } from 'react-router';
import { paths } from '../lib/paths.ts';
import { buttonClass } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { PublicFooter } from './public-footer.tsx';
import { SimpleFrame } from './simple-frame.tsx';

/** The frame of a visitor's pages. */
export function PublicFrame() {
  return (
    <SimpleFrame
      links={
        <>
          <a
            href={paths.login}
            className="inline-flex min-h-10 items-center rounded-control px-2 text-sm font-semibold whitespace-nowrap text-primary underline-offset-4 hover:underline sm:px-3"
          >
            Log in
          </a>
          <Link to={paths.waitlist} className={classNames(buttonClass('secondary', 'small'), 'max-sm:hidden')}>
            Join the waitlist
          </Link>
        </>
      }
      footer={<PublicFooter />}
    />
  );
}

export default PublicFrame;
