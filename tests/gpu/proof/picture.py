"""Headless pictures of the window with the GPU panel filled, in the light theme: a launch that agrees,
one whose barrier is missing, and the roofline with the model's point and the measured one."""
import os

from cases import product

TILED = "02_tiled"


def pictures(tool):
    kernel = next(kernel for kernel in tool.kernels if TILED in kernel)
    small, large = product(TILED, 64, 64, 64, 32), product(TILED, 512, 512, 512, 32)
    racy = [*small, "--without", f"barrier:{tool.switchable_lines(kernel, 'barrier')[0]}"]
    wanted = [(f"gpu_{name}_{language}", words, script, language)
              for language in ("en", "zh")
              for name, words, script in (("agrees", small, "panel-gpu"),
                                          ("race", racy, "panel-gpu"),
                                          ("roofline", large, "panel-roofline"))]
    fonts = os.path.join(tool.folder, "fonts")
    more = ["--font-dir", fonts] if os.path.isdir(fonts) else []
    good = 0
    for name, words, script, language in wanted:
        path = os.path.join(tool.out, name + ".png")
        status, out, err = tool.call([*tool.program, "render", kernel, *words, "--gpu", "--lang",
                                      language, "--theme", "light", "--at", "end", "--do", script,
                                      "-o", path, *more], 60)
        good += status == 0 and os.path.exists(path)
        if status != 0:
            tool.log(f"{name}: {err or out}")
    tool.conclude("pictures of the window", good, len(wanted))
