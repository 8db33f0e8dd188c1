export { createMcpServer, type McpServerOptions } from './create-mcp-server.ts';
export { toToolName } from './describe-tools.ts';
export { type HttpOptions, type HttpServing, serveHttp, type ServeHttpError } from './serve-http.ts';
export { serveStdio, type StdioServing } from './serve-stdio.ts';
