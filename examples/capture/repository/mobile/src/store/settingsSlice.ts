export const theme = 'system';
