export { WaitlistScreen as default } from '../features/waitlist/waitlist-screen.tsx';
