import type { Texts } from './en';

const count = (n: number): string => n.toLocaleString('zh-CN');

const lines = (start: number, end: number): string => (start === end ? `第 ${start} 行` : `第 ${start}–${end} 行`);

/** The texts of the view in Simplified Chinese. */
export const chinese: Texts = {
  language: 'zh-CN',
  title: 'DocMind 聊天',
  newChat: '新对话',

  noWorkspace: '未打开文件夹',
  starting: '正在打开索引…',
  indexing: { listing: '正在列出文件', reading: '正在读取文件', embedding: '正在生成向量', saving: '正在保存索引' },
  progress: (done, total) => `${count(done)} / ${count(total)}`,
  indexingProgress: '索引进度',
  usable: '现在即可提问',
  ready: (files, passages) => `${count(files)} 个文件 · ${count(passages)} 个段落`,
  failedFiles: (n) => `${count(n)} 个失败 – 查看`,
  indexFailed: '索引失败',
  showReport: '查看报告',

  emptyTitle: '就此工作区提问',
  emptyText: '回答取自你自己的文档，每一条陈述都链接到它所依据的行。',
  emptyNoWorkspace: '打开一个文件夹，DocMind 会自动为其中的文档建立索引。',
  suggestions: '建议的问题',

  question: '你的问题',
  placeholder: '就你的文档提问…',
  send: '发送',
  stop: '停止',
  hintSend: 'Enter 发送',
  hintNewLine: 'Shift+Enter 换行',
  hintRunning: '正在回答 – 按 Esc 停止',
  hintNoWorkspace: '打开文件夹后即可提问',
  jumpToLatest: '跳到最新',
  conversation: '对话',

  you: '你的提问',
  working: '正在处理你的问题',
  steps: (n) => `${count(n)} 个步骤`,
  answer: '回答',
  answeredBy: (model) => `由 ${model} 回答`,
  extracted: '摘自你的文档',
  extractedNoModel: '摘自你的文档 – 尚未设置语言模型',
  setUpModel: '设置模型',
  nothingFound: '你的文档中没有能回答此问题的内容。请换一种说法，或使用文档中的名称。',
  stopped: '已停止',
  failed: '未能回答此问题',
  retry: '重试',
  answerWithoutModel: '不用模型回答',
  copyAnswer: '复制回答',
  rememberAnswer: '记住此回答',
  copyCode: '复制',
  copied: '已复制',
  plainText: '文本',

  sources: '来源',
  alsoRetrieved: (n) => `其他检索结果（${count(n)}）`,
  lines,
  citation: (n, path, start, end) => `引用 ${n}：${path}，${lines(start, end)}`,
  webCitation: (n, host) => `引用 ${n}：${host} 上的网页`,
  noteCitation: (n, name) => `引用 ${n}：笔记 ${name}`,
  web: { short: '网页', long: '来自网络，而非你的文档' },
  memory: { short: '笔记', long: '来自你保存的笔记，而非你的文档' },
  check: {
    verified: '已核实：这些行现在仍如此',
    moved: '已移动：该文本现位于别处',
    changed: '已更改：这些行与引用时不同',
    gone: '已消失：文件已不存在',
  },
  checkShort: { verified: '已核实', moved: '已移动', changed: '已更改', gone: '已消失' },
  missing: (what) => `这些行中没有：${what}`,
  openHint: '单击打开 · Alt+单击在侧边打开',
  openWebHint: '单击在浏览器中打开',
  readHint: '↓ 在此阅读 · Esc 关闭',
  passage: '被引用的段落',

  announceStart: '正在回答。',
  announceEnd: (answer) => `回答完毕。${answer}`,
};
