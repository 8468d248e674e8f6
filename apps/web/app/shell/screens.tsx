import { Outlet } from 'react-router';

export { ScreenError as ErrorBoundary } from '../ui/screen-error.tsx';

/** A route without a path around all screens of a frame. If a screen fails, the frame and its navigation stay. */
export default function Screens() {
  return <Outlet />;
}
