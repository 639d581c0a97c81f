export { HooksView as default } from '../hooks-view.tsx';
