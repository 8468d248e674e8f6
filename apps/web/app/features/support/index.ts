export { AuthorSupport, readSentLater } from './author-support.tsx';
