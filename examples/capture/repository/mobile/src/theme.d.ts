declare module 'theme';
