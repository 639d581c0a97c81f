import './expire-links.ts';
