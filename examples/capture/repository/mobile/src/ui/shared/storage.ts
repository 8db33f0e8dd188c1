export function writeJson(): void {}
