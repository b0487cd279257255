// The sheet on paper: phones hide printing deep in a menu.
document.getElementById("print").addEventListener("click", () => print());
