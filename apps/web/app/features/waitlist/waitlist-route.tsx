import { WaitlistScreen } from './waitlist-screen.tsx';

export default function WaitlistRoute() {
  return <WaitlistScreen />;
}
